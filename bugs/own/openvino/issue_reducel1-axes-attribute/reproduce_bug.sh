conda create -y -n issue_reducel1-axes-attribute python=3.11
conda activate issue_reducel1-axes-attribute
pip install -r requirements.txt pytest
pytest -sx test_issue_reducel1-axes-attribute.py
