conda create -y -n issue_unregister-none python=3.11
conda activate issue_unregister-none
pip install -r requirements.txt pytest
pytest -sx test_issue_unregister-none.py
