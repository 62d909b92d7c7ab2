conda create -y -n issue_22308 python=3.11
conda activate issue_22308
pip install -r requirements.txt pytest
pytest -sx test_issue_22308.py
