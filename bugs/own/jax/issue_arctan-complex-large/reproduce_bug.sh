conda create -y -n issue_arctan-complex-large python=3.11
conda activate issue_arctan-complex-large
pip install -r requirements.txt
pytest -sx test_issue_arctan-complex-large.py
