conda create -y -n issue_@ID@ python=@PYTHON@
conda activate issue_@ID@
pip install -r requirements.txt pytest
pytest -sx test_issue_@ID@.py
