conda create -y -n issue_special-argument-name python=3.11
conda activate issue_special-argument-name
pip install -r requirements.txt pytest
pytest -sx test_issue_special-argument-name.py
