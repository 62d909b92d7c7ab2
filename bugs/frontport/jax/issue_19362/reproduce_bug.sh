conda create -y -n issue_19362 python=3.11
conda activate issue_19362
pip install -r requirements.txt pytest
pytest -sx test_issue_19362.py
